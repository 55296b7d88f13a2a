import type { Json } from '@lathe/contract'
import { JsonView } from '../../../ui/json-view.tsx'
import { Markdown } from '../../../ui/markdown.tsx'
import styles from './output-fields.module.css'

type OutputFieldsProps = {
  label: string
  names: readonly string[]
  values: Readonly<Record<string, Json>>
}

/** Values of channels by name: text as markdown, the rest as JSON. */
export function OutputFields({ label, names, values }: OutputFieldsProps) {
  return (
    <section className={styles.root} aria-label={label}>
      <h2 className={styles.title}>{label}</h2>
      {names.map((name) => (
        <div key={name} className={styles.field}>
          <p className={styles.name}>{name}</p>
          <FieldValue name={name} value={values[name]} />
        </div>
      ))}
    </section>
  )
}

function FieldValue({ name, value }: { name: string; value: Json | undefined }) {
  if (typeof value === 'string') return <Markdown text={value} />
  if (value === null || typeof value === 'number' || typeof value === 'boolean') {
    return <code>{String(value)}</code>
  }
  return <JsonView label={name} value={value} />
}
