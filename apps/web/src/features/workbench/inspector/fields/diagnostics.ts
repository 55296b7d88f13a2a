import type { Problem } from '@lathe/contract'
import { parseScript, parseTemplate, type TextProblem } from '@lathe/graph'
import type { CodeDiagnostic } from '../../../../ui/code-editor.tsx'
import type { TextKind } from './code-text-field.tsx'

/** What the check said about a name in a text. */
export type NamedProblem = Pick<Problem, 'severity' | 'message'> & { name: string }

/** The same list each time, so that nothing is marked anew. */
const NONE: readonly CodeDiagnostic[] = []

/** Syntax mistakes, and the names the check complained about. Parses and never runs. */
export function diagnosticsOf(
  text: string,
  kind: TextKind,
  named: readonly NamedProblem[] = [],
): readonly CodeDiagnostic[] {
  if (text.trim() === '') return NONE
  const { problems, places } = kind === 'template' ? inTemplate(text) : inScript(text, kind)
  if (problems.length > 0) return problems.map((problem) => toDiagnostic(text, problem))
  if (named.length === 0) return NONE
  return named.flatMap(({ name, severity, message }) =>
    places(name).map(({ start, end }) => ({
      from: start,
      to: end,
      severity,
      message: message.replaceAll('`', ''),
    })),
  )
}

type Place = { start: number; end: number }

function inTemplate(text: string) {
  const { problems, tags } = parseTemplate(text)
  const places = (name: string): Place[] =>
    tags.flatMap(({ head, at }) =>
      head === name ? at.map(({ start }) => ({ start, end: start + name.length })) : [],
    )
  return { problems, places }
}

function inScript(text: string, kind: 'expression' | 'code') {
  const { problem, reads } = parseScript(text, kind)
  const places = (name: string): Place[] => reads.filter((read) => read.name === name)
  return { problems: problem ? [problem] : [], places }
}

function toDiagnostic(text: string, { message, line, column }: TextProblem): CodeDiagnostic {
  const before = text.split('\n').slice(0, line - 1)
  const from = before.reduce((sum, each) => sum + each.length + 1, 0) + column - 1
  return { from, to: from + 1, severity: 'error', message }
}
