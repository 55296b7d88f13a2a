import { useMemo, useContext } from 'react'
import type { CompletionContext } from '@codemirror/autocomplete'
import { CodeEditor } from '../../../../ui/code-editor.tsx'
import { createDiagnostics, useNamedProblems, FormScopeContext } from './form-scope.ts'
import { FieldFrame, type FieldProps } from './field-frame.tsx'
import { useWorkbench } from '../../workbench-context.ts'
import { complete } from './completion/complete.ts'
import { readableNames } from './completion/readable-names.ts'

export type TextKind = 'template' | 'expression' | 'code'

type CodeTextFieldProps = FieldProps & {
  kind: TextKind
  value: string
  onChange: (value: string) => void
  /** False where something around it shows the label already. */
  hasLabel?: boolean
  height?: number | 'line'
  /** What stands there while nothing does. */
  hint?: string
  /** Where the text stands within the field, when it is not the field itself. */
  textField?: string
  isContainer?: boolean
}

/** A template, an expression or code, with the channels as completions and its mistakes marked. */
export function CodeTextField(props: CodeTextFieldProps) {
  const { kind, value, onChange, hasLabel = true, height, hint, label, textField, ...frame } = props
  const completions = useChannelCompletions(kind)
  const namedProblems = useNamedProblems(textField ?? frame.field)
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

/** Completes names that hold something in this node; they are looked up when they are asked for. */
function useChannelCompletions(kind: TextKind) {
  const scope = useContext(FormScopeContext)
  const { store } = useWorkbench()
  return useMemo(
    () => (context: CompletionContext) =>
      complete(context, () => readableNames(store.getState().document, scope), kind),
    [store, scope, kind],
  )
}
