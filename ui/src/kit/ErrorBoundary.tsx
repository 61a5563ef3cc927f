import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Component, type ErrorInfo, type ReactNode } from "react";
import { Button } from "./Button.tsx";
import { CopyButton } from "./CopyButton.tsx";
import { Note } from "./Note.tsx";
import { Verbatim } from "./Verbatim.tsx";

interface Props {
  /** What did not happen all the same. */
  assures?: string;
  children: ReactNode;
}

interface State {
  problem: string | null;
  /** For whoever mends it. */
  details: string;
}

/** A part of the page that could not be drawn says so in a sentence; the rest stays. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { problem: null, details: "" };

  static getDerivedStateFromError(thrown: unknown): State {
    const problem = thrown instanceof Error ? thrown.message : String(thrown);
    return { problem, details: problem };
  }

  override componentDidCatch(thrown: unknown, { componentStack }: ErrorInfo) {
    const stack = thrown instanceof Error ? (thrown.stack ?? "") : "";
    const { problem } = this.state;
    this.setState({ details: [problem, stack, componentStack].filter(Boolean).join("\n") });
  }

  /** What stands here now may be another thing, such as the next row, that can be drawn. */
  override componentDidUpdate(before: Props) {
    if (this.state.problem !== null && before.children !== this.props.children) this.again();
  }

  again() {
    this.setState({ problem: null, details: "" });
  }

  override render() {
    const { problem, details } = this.state;
    if (problem === null) return this.props.children;
    return (
      <div className="fixed padded">
        <Note
          tone="danger"
          alert
          action={
            <>
              <Button look="link" onPress={() => this.again()}>
                {t`Try again`}
              </Button>
              <CopyButton label={t`Copy details`} text={details} look="words" />
            </>
          }
        >
          <Trans>
            This part of the window failed to load: <Verbatim text={problem} />
          </Trans>{" "}
          {this.props.assures ?? t`No files were changed.`}
        </Note>
      </div>
    );
  }
}
