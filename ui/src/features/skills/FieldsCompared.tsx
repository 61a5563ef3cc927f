import { t } from "@lingui/core/macro";
import { Verbatim } from "../../kit/Verbatim.tsx";
import { type AnyText, rawText } from "../../language/foreign.ts";
import type { ComparedField } from "./fields.ts";
import "./skills.css";

/** Frontmatter as Pixir reads it beside YAML. */
export function FieldsCompared({ fields }: { fields: readonly ComparedField[] }) {
  return (
    <table className="fields-compared type-small plain-table">
      <caption className="unseen">{t`Fields that Pixir and YAML read differently`}</caption>
      <thead>
        <tr>
          <th scope="col">{t`Field`}</th>
          <th scope="col">{t`Pixir reads`}</th>
          <th scope="col">{t`YAML reads`}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={rawText(field.key)}>
            <th scope="row">
              <Verbatim text={field.key} />
            </th>
            <td>
              <Value value={field.pixir} />
            </td>
            <td>
              <Value value={field.yaml} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Value({ value }: { value: AnyText | null }) {
  if (value === null) return <span className="quiet">{t`nothing`}</span>;
  if (rawText(value) === "") return <span className="quiet">{t`empty`}</span>;
  return <Verbatim text={value} mono />;
}
