import { useState } from 'react'
import type * as z from 'zod'

/**
 * A text field's draft, committed only while it is valid, so that the document never contains
 * values the server would reject. An external change replaces the draft.
 */
export function useDraft(
  value: string,
  onCommit: (value: string) => void,
  schema?: z.ZodType<string>,
) {
  const [draft, setDraft] = useState({ text: value, of: value })
  const text = draft.of === value ? draft.text : value

  const type = (typed: string) => {
    const problem = problemOf(typed, schema)
    setDraft({ text: typed, of: problem === undefined ? typed : value })
    if (problem === undefined && typed !== value) onCommit(typed)
  }

  /** Restore the last valid value when a field with invalid text loses focus. */
  const settle = () => setDraft({ text: value, of: value })

  return { text, type, settle, problem: problemOf(text, schema) }
}

function problemOf(text: string, schema: z.ZodType<string> | undefined): string | undefined {
  const parsed = schema?.safeParse(text)
  if (!parsed || parsed.success) return undefined
  return `Must be ${parsed.error.issues[0]?.message ?? 'something else'}`
}
