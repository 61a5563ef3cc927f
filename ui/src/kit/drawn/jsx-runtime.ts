import * as react from "react/jsx-runtime";
import { drawnProps } from "./props.ts";

export { Fragment, type JSX } from "react/jsx-runtime";

/** Elements as React makes them, of props that are drawn. The build puts this in the place of React's own. */
export const jsx: typeof react.jsx = (type, props, key) => react.jsx(type, drawnProps(type, props), key);

export const jsxs: typeof react.jsxs = (type, props, key) => react.jsxs(type, drawnProps(type, props), key);
