// What this window remembers, and for how long.

/** The window shows the example, which meets nothing of the person's. The desktop opens it with this word. */
export const isExample = (): boolean => new URLSearchParams(location.search).has("example");

/** The person's windows remember over a restart; that of the example as long as it is open, and by itself. */
export const memory = (): Storage => (isExample() ? sessionStorage : localStorage);
