import { Component, type ReactNode } from "react";
import { Button } from "../kit/Button.tsx";
import { Note } from "../kit/Note.tsx";
import { Verbatim } from "../kit/Verbatim.tsx";

/** A part of the page that could not be drawn says so in a sentence; the rest stays. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { problem: string | null }> {
  override state: { problem: string | null } = { problem: null };

  static getDerivedStateFromError(thrown: unknown) {
    return { problem: thrown instanceof Error ? thrown.message : String(thrown) };
  }

  override render() {
    if (this.state.problem === null) return this.props.children;
    return (
      <div className="frame-trouble">
        <Note
          tone="danger"
          alert
          action={
            <Button look="link" onPress={() => this.setState({ problem: null })}>
              Draw it again
            </Button>
          }
        >
          This part of the page could not be drawn: <Verbatim text={this.state.problem} /> No file was
          changed.
        </Note>
      </div>
    );
  }
}
