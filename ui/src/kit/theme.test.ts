import { renderHook } from "@testing-library/react";
import { act } from "react";
import { expect, test } from "vitest";
import { chooseTheme, showTheme, useTheme } from "./theme.ts";

test("a chosen theme is drawn and remembered, a shown one only drawn", () => {
  const { result } = renderHook(useTheme);
  const check = (does: () => void, chosen: string, drawn: string | undefined, kept: string | null) => {
    act(does);
    expect(result.current).toBe(chosen);
    expect(document.documentElement.dataset.theme).toBe(drawn);
    expect(localStorage.getItem("assay.theme")).toBe(kept);
  };
  check(() => {}, "system", undefined, null);
  check(() => chooseTheme("dark"), "dark", "dark", "dark");
  check(() => showTheme("light"), "light", "light", "dark");
  check(() => chooseTheme("system"), "system", undefined, "system");
});
