import type { CompletionSource } from '@codemirror/autocomplete'
import styles from './code-editor.module.css'
import { lazyComponent } from '../feedback/lazy-component.ts'
import { Suspense } from '../feedback/suspense.tsx'

const CodeField = lazyComponent(() => import('./code-field.tsx'), 'CodeField')

export type CodeLanguage = 'json' | 'javascript' | 'typescript' | 'prompt' | 'text'

/** Offsets are characters from the start of the value. */
export type CodeDiagnostic = {
  from: number
  to: number
  severity: 'error' | 'warning' | 'info'
  message: string
}

export type CodeEditorProps = {
  /** Names the field for a screen reader. */
  label: string
  value: string
  onChange?: ((value: string) => void) | undefined
  language?: CodeLanguage
  completions?: CompletionSource | undefined
  diagnostics?: readonly CodeDiagnostic[] | undefined
  /**
   * Pixels, `fill` for the parent's height, or `line` for a text without line breaks;
   * without it the field grows with its text from 3 lines to 20.
   */
  height?: number | 'fill' | 'line'
  /** Placeholder for an empty editor. */
  hint?: string
}

/** Loads CodeMirror on first render. Read-only without `onChange`. */
export function CodeEditor(props: CodeEditorProps) {
  const { height } = props
  const isLine = height === 'line'
  const style = { height: height === 'fill' ? '100%' : isLine ? undefined : height }
  return (
    <div
      className={styles.root}
      style={style}
      data-grows={height === undefined || undefined}
      data-line={isLine || undefined}
    >
      <Suspense fallback={<pre className={styles.waiting}>{props.value}</pre>}>
        <CodeField {...props} />
      </Suspense>
    </div>
  )
}
