import * as react from "react/jsx-dev-runtime";
import { drawnProps } from "./props.ts";

export { Fragment, type JSX } from "react/jsx-dev-runtime";

/** As `jsx-runtime.ts`, while the page is worked on. */
export const jsxDEV: typeof react.jsxDEV = (type, props, key, isStatic, source, self) =>
  react.jsxDEV(type, drawnProps(type, props), key, isStatic, source, self);
