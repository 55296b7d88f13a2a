import type { Problem, ProblemLocation } from '@lathe/contract'
import { createContext, useContext, useMemo } from 'react'
import type * as z from 'zod'
import { parseScript, parseTemplate, type TextProblem } from '@lathe/graph'
import { rejectedField } from '../../problems/use-show-problem.ts'
import { useWorkbenchState, useRunView } from '../../workbench-context.ts'
import type { CodeDiagnostic } from '../../../../ui/code/code-editor.tsx'

/** Language of a text field. */
export type TextKind = 'template' | 'expression' | 'code'

type ProblemLocation = z.infer<typeof ProblemLocation>

/** The node, edge or channel that a form edits. */
export type FormScope = Pick<ProblemLocation, 'node' | 'edge' | 'channel'>

export const FormScopeContext = createContext<FormScope>({})

/** This problem names a port, not a field. The port's name is correct. */
const MISSING_EDGE = 'OPEN_PORT'

/** Problems of an edge are also shown at its source node. */
const belongsToScope = (place: ProblemLocation, { node, edge }: FormScope) =>
  place.edge === edge && (edge !== undefined || place.node === node)

/** Returns the provider's error about this field in the current run. */
function useRejection(field: string): string | undefined {
  const { node: id = '' } = useContext(FormScopeContext)
  const error = useRunView((view) => (view.error?.node === id ? view.error : undefined))
  const isSelectedScope = useWorkbenchState(
    ({ document }) =>
      error?.param !== undefined && rejectedField(document.nodes[id], error.param) === field,
  )
  return isSelectedScope ? `Rejected in this run: ${error?.message}` : undefined
}

type FieldMessage = Pick<Problem, 'severity' | 'message'>

/** Returns the problems of a field, and of nested paths without their own field. */
export function useFieldMessages(field: string, isContainer: boolean): readonly FieldMessage[] {
  const scope = useContext(FormScopeContext)
  const rejection = useRejection(field)
  const problemMessage = useWorkbenchState(({ problems }) => {
    const fieldProblems = problems.filter(
      ({ code, location }) =>
        code !== MISSING_EDGE &&
        belongsToScope(location, scope) &&
        (scope.channel === undefined || location.channel === scope.channel) &&
        location.field !== undefined &&
        (location.field === field || (isContainer && location.field.startsWith(`${field}.`))),
    )
    return JSON.stringify(fieldProblems.map(({ severity, message }) => ({ severity, message })))
  })
  return useMemo(() => {
    const messages: FieldMessage[] = JSON.parse(problemMessage)
    return rejection === undefined
      ? messages
      : [...messages, { severity: 'error', message: rejection }]
  }, [problemMessage, rejection])
}

/** Returns the problems with names that a text uses. */
export function useFieldProblemsByName(field: string): readonly NamedProblem[] {
  const scope = useContext(FormScopeContext)
  const problemMessage = useWorkbenchState(({ problems }) =>
    JSON.stringify(
      problems.flatMap(({ location, severity, message }): NamedProblem[] =>
        location.name !== undefined && location.field === field && belongsToScope(location, scope)
          ? [{ name: location.name, severity, message }]
          : [],
      ),
    ),
  )
  return useMemo(() => JSON.parse(problemMessage) as NamedProblem[], [problemMessage])
}

/** A problem with a name in a text. */
type NamedProblem = Pick<Problem, 'severity' | 'message'> & { name: string }

/** One list, so that the editor keeps its marks. */
const NO_DIAGNOSTICS: readonly CodeDiagnostic[] = []

/** Returns syntax errors and problems with names. Parses the text and never runs it. */
export function createDiagnostics(
  text: string,
  kind: TextKind,
  namedProblems: readonly NamedProblem[] = [],
): readonly CodeDiagnostic[] {
  if (text.trim() === '') return NO_DIAGNOSTICS
  const { problems, places } =
    kind === 'template' ? parseTemplateField(text) : parseFieldScript(text, kind)
  if (problems.length > 0) return problems.map((problem) => toDiagnostic(text, problem))
  if (namedProblems.length === 0) return NO_DIAGNOSTICS
  return namedProblems.flatMap(({ name, severity, message }) =>
    places(name).map(({ start, end }) => ({
      from: start,
      to: end,
      severity,
      message: message.replaceAll('`', ''),
    })),
  )
}

type TextPlace = { start: number; end: number }

function parseTemplateField(text: string) {
  const { problems, tags } = parseTemplate(text)
  const places = (name: string): TextPlace[] =>
    tags.flatMap(({ head, positions }) =>
      head === name ? positions.map(({ start }) => ({ start, end: start + name.length })) : [],
    )
  return { problems, places }
}

function parseFieldScript(text: string, kind: 'expression' | 'code') {
  const { problem, reads } = parseScript(text, kind)
  const places = (name: string): TextPlace[] => reads.filter((read) => read.name === name)
  return { problems: problem ? [problem] : [], places }
}

function toDiagnostic(text: string, { message, line, column }: TextProblem): CodeDiagnostic {
  const before = text.split('\n').slice(0, line - 1)
  const from = before.reduce((total, line) => total + line.length + 1, 0) + column - 1
  return { from, to: from + 1, severity: 'error', message }
}
