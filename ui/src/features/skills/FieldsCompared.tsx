import { Verbatim } from "../../kit/Verbatim.tsx";
import type { ComparedField } from "./fields.ts";
import "./skills.css";

/** Frontmatter as Pixir reads it beside YAML. */
export function FieldsCompared({ fields }: { fields: readonly ComparedField[] }) {
  return (
    <table className="fields-compared type-small plain-table">
      <caption className="unseen">Fields that Pixir and YAML read differently</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Pixir reads</th>
          <th scope="col">YAML reads</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field.key}>
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

function Value({ value }: { value: string | null }) {
  if (value === null) return <span className="quiet">nothing</span>;
  if (value === "") return <span className="quiet">empty</span>;
  return <Verbatim text={value} mono />;
}
