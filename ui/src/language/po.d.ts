/** A catalogue, compiled where it is imported. */
declare module "*.po" {
  export const messages: import("@lingui/core").Messages;
}
