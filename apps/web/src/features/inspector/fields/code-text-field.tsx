import { useMemo } from 'react'
import { parseScript, parseTemplate, type TextProblem } from '@lathe/graph'
import { type CodeDiagnostic, CodeEditor } from '../../../ui/code-editor.tsx'
import { FieldFrame, type FieldProps } from './field-frame.tsx'
import { useChannelCompletions } from './use-channel-completions.ts'

export type TextKind = 'template' | 'expression' | 'code'

type CodeTextFieldProps = FieldProps & {
  kind: TextKind
  value: string
  onChange: (value: string) => void
  /** False where something around it shows the label already. */
  hasLabel?: boolean
  height?: number
}

/** A template, an expression or code, with the channels as completions and its mistakes marked. */
export function CodeTextField(props: CodeTextFieldProps) {
  const { kind, value, onChange, hasLabel = true, height, label, ...frame } = props
  const completions = useChannelCompletions(kind)
  const diagnostics = useMemo(() => diagnosticsOf(value, kind), [value, kind])
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
      />
    </FieldFrame>
  )
}

/** Parses and never runs. */
export function diagnosticsOf(text: string, kind: TextKind): CodeDiagnostic[] {
  if (text.trim() === '') return []
  if (kind === 'template') {
    return parseTemplate(text).problems.map((problem) => toDiagnostic(text, problem))
  }
  const { problem } = parseScript(text, kind)
  return problem ? [toDiagnostic(text, problem)] : []
}

function toDiagnostic(text: string, { message, line, column }: TextProblem): CodeDiagnostic {
  const before = text.split('\n').slice(0, line - 1)
  const from = before.reduce((sum, each) => sum + each.length + 1, 0) + column - 1
  return { from, to: from + 1, severity: 'error', message }
}
