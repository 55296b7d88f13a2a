import { useMemo, useContext } from 'react'
import type { CompletionContext } from '@codemirror/autocomplete'
import { CodeEditor } from '../../../../ui/code/code-editor.tsx'
import {
  createDiagnostics,
  FormScopeContext,
  type TextKind,
  useFieldProblemsByName,
} from './form-scope.ts'
import { FieldFrame, type FieldProps } from './field-frame.tsx'
import { useWorkbench } from '../../workbench-context.ts'
import { complete } from './completion/complete.ts'
import { readableNames } from './completion/readable-names.ts'

type CodeTextFieldProps = FieldProps & {
  kind: TextKind
  value: string
  onChange: (value: string) => void
  /** False if a surrounding element shows the label. */
  hasLabel?: boolean
  height?: number | 'line'
  /** The placeholder. */
  hint?: string
  /** Path of the text within the node, if it differs from the field. */
  textField?: string
  isContainer?: boolean
}

/** Editor of a template, an expression or code, with completions and diagnostics. */
export function CodeTextField(props: CodeTextFieldProps) {
  const { kind, value, onChange, hasLabel = true, height, hint, label, textField, ...frame } = props
  const completions = useChannelCompletions(kind)
  const namedProblems = useFieldProblemsByName(textField ?? frame.field)
  const diagnostics = useMemo(
    () => createDiagnostics(value, kind, namedProblems),
    [value, kind, namedProblems],
  )
  return (
    <FieldFrame {...frame} label={hasLabel ? label : undefined}>
      <CodeEditor
        label={label}
        language={kind === 'template' ? 'prompt' : 'javascript'}
        value={value}
        onChange={onChange}
        completions={completions}
        diagnostics={diagnostics}
        {...(height !== undefined && { height })}
        {...(hint !== undefined && { hint })}
      />
    </FieldFrame>
  )
}

/** Completes the names that have a value in this node. */
function useChannelCompletions(kind: TextKind) {
  const scope = useContext(FormScopeContext)
  const { store } = useWorkbench()
  return useMemo(
    () => (context: CompletionContext) =>
      complete(context, () => readableNames(store.getState().document, scope), kind),
    [store, scope, kind],
  )
}
