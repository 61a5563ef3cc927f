import { createContext } from "react";

/**
 * What stands here is of something that is gone: it stays as it was read, nothing more is asked, and the note above
 * it is the only one.
 */
export const StillContext = createContext(false);
