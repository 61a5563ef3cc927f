import { invoke } from "@tauri-apps/api/core";
import { listen } from "@tauri-apps/api/event";
import { failureOf, type Host, Refusal } from "./host.ts";
import type { Change } from "./wire.gen.ts";

/** The engine inside the desktop window. The only file that knows Tauri. */
export function tauriHost(): Host {
  return {
    async ask(name, body) {
      try {
        // The engine's answer is JSON; Tauri has parsed it on the way.
        return await invoke("ask", { name, body: JSON.stringify(body) });
      } catch (thrown) {
        throw new Refusal(failureOf(thrown));
      }
    },
    onChange(listener) {
      const stopping = listen<Change>("changed", (event) => listener(event.payload));
      return () => {
        stopping.then((stop) => stop());
      };
    },
  };
}
