// Draws a piece of the page around the fake host, for tests.

import { QueryClientProvider } from "@tanstack/react-query";
import { configure, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { type FakeHost, fakeHost } from "../../host/fake.ts";
import { HostContext, newCache, useChanges } from "../../host/useAsk.ts";

// A busy machine is no failure.
configure({ asyncUtilTimeout: 5000 });

export function drawn(piece: ReactNode, host: FakeHost = fakeHost()): FakeHost {
  render(
    <HostContext value={host}>
      <QueryClientProvider client={newCache()}>
        <Listening />
        {piece}
      </QueryClientProvider>
    </HostContext>,
  );
  return host;
}

function Listening() {
  useChanges();
  return null;
}

/** The text of an element with every run of white space as one space. */
export function textOf(element: Element | null): string {
  return (element?.textContent ?? "").replaceAll(/\s+/g, " ");
}
