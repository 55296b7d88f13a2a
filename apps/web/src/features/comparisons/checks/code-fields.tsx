import type { CodeEvaluator } from '@lathe/contract'
import { CodeEditor } from '../../../ui/code-editor.tsx'
import styles from '../comparison.module.css'
import { GivesField } from './gives-field.tsx'

type CodeFieldsProps = { value: CodeEvaluator; onChange: (value: CodeEvaluator) => void }

export function CodeFields({ value, onChange }: CodeFieldsProps) {
  return (
    <>
      <GivesField value={value.gives} onChange={(gives) => onChange({ ...value, gives })} />
      <CodeEditor
        label="Code of the check"
        language="javascript"
        value={value.source}
        onChange={(source) => {
          if (source.trim() !== '') onChange({ ...value, source })
        }}
      />
      <p className={styles.muted}>
        An expression or a function body over said (the text), output, reference, input and calls.{' '}
        {value.gives === 'pass'
          ? 'It returns true or false, or { pass, reason }.'
          : 'It returns a number from 0 to 1, or { score, reason }.'}
      </p>
    </>
  )
}
