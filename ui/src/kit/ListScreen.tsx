import type { ReactNode, RefObject } from "react";
import { BesideButton, type Inspector, PanesBeside } from "./Beside.tsx";
import { FilterField } from "./Field.tsx";
import type { ListHandle } from "./List.tsx";
import { Skeleton } from "./Skeleton.tsx";
import { Gap, Toolbar } from "./Toolbar.tsx";
import type { Beside } from "./useBeside.ts";
import "./ListScreen.css";

interface ListScreenProps {
  /** What its panes are remembered under. */
  name: string;
  title: string;
  /** What the list is called when it is read aloud. */
  label: string;
  /** The way to where this belongs, before the title. */
  from?: ReactNode;
  /** What the list is about, behind the title. */
  about?: ReactNode;
  /** How many there are. */
  total?: ReactNode;
  filter?: { label: string; value: string; onChange: (value: string) => void };
  /** Controls at the right end. */
  tools?: ReactNode;
  /** Rows of controls below the toolbar. */
  narrowing?: ReactNode;
  /** What failed or is odd, above the list. */
  notes?: ReactNode;
  /** What is being read; absent once it has been, or could not be. */
  reading?: string;
  /** Stands in place of the list where there is nothing to list. */
  nothing?: ReactNode;
  /** How many of all are in sight, below the list. */
  foot?: ReactNode;
  beside?: Beside;
  inspector?: Inspector;
  /** The list, which takes the focus from the filter. */
  list: RefObject<ListHandle | null>;
  /** The list; nothing while there is none. */
  children: ReactNode;
}

/**
 * A screen that is a list: a toolbar, what narrows it, the rows, what is known of the current one beside them, and in
 * place of the rows that they are read or that there are none.
 */
export function ListScreen({ list, beside, inspector, ...screen }: ListScreenProps) {
  const { title, filter, nothing, reading, children } = screen;
  const isThere = nothing === undefined && children !== undefined && children !== false;
  return (
    <div className="list-screen column grow on-surface shortens">
      <Toolbar label={title}>
        {screen.from}
        <h1>{title}</h1>
        {screen.about}
        {screen.total !== undefined && (
          <span className="tabular inline-row gap-8 text-2 type-small">{screen.total}</span>
        )}
        <Gap />
        {nothing === undefined && filter !== undefined && (
          <FilterField {...filter} onLeave={() => list.current?.focus()} />
        )}
        {screen.tools}
        {isThere && beside !== undefined && <BesideButton beside={beside} />}
      </Toolbar>
      {nothing === undefined && screen.narrowing}
      {screen.notes}
      {reading !== undefined && <Skeleton label={reading} rows={8} />}
      {nothing}
      {isThere && (
        <PanesBeside
          name={screen.name}
          beside={beside ?? none}
          inspector={inspector}
          panes={[
            {
              id: screen.name,
              label: screen.label,
              body: (
                <>
                  {children}
                  {screen.foot !== undefined && (
                    <div className="row fixed wraps breaks text-2 type-small line-above padded gap-4-12">
                      {screen.foot}
                    </div>
                  )}
                </>
              ),
            },
          ]}
        />
      )}
    </div>
  );
}

const none: Beside = { shown: false, drawer: false, toggle: () => {}, open: () => {} };
