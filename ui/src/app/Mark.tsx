import "./app.css";

/** The product's mark: a hash strip, cut short. */
export function Mark() {
  return (
    <svg className="mark" width="22" height="22" viewBox="0 0 22 22" role="img" aria-label="Assay">
      <rect x="1" y="1" width="20" height="20" rx="5" fill="none" stroke="currentColor" strokeWidth="1.6" />
      <rect x="5.5" y="11" width="2" height="5.5" fill="currentColor" />
      <rect x="8.75" y="7" width="2" height="9.5" fill="currentColor" />
      <rect x="12" y="9" width="2" height="7.5" fill="currentColor" />
      <rect x="15.25" y="5.5" width="2" height="11" fill="currentColor" />
    </svg>
  );
}
