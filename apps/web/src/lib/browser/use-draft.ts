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
  const [draft, setDraft] = useState({ text: value, source: value })
  const text = draft.source === value ? draft.text : value

  const edit = (input: string) => {
    const problem = validate(input, schema)
    setDraft({ text: input, source: problem === undefined ? input : value })
    if (problem === undefined && input !== value) onCommit(input)
  }

  /** Restore the last valid value when a field with invalid text loses focus. */
  const reset = () => setDraft({ text: value, source: value })

  return { text, edit, reset, problem: validate(text, schema) }
}

function validate(text: string, schema: z.ZodType<string> | undefined): string | undefined {
  const parsed = schema?.safeParse(text)
  if (!parsed || parsed.success) return undefined
  return `Must be ${parsed.error.issues[0]?.message ?? 'something else'}`
}
