import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { parseFilter } from '@lathe/traces'
import { useState } from 'react'
import { FilterProblemText } from '../../../ui/filter-problem.tsx'

const PAUSE_MS = 400

type GroupFieldProps = {
  label: string
  placeholder?: string
  /** What the address holds. */
  text: string
  onText: (text: string) => void
}

/** The filter of a group; what is not understood changes nothing yet. */
export function GroupField({ label, placeholder, text, onText }: GroupFieldProps) {
  const [draft, setDraft] = useState({ text, seen: text })
  // The address can change without us: then it wins over what was typed.
  if (draft.seen !== text)
    setDraft({ text: draft.text.trim() === text ? draft.text : text, seen: text })
  const commit = useDebouncedCallback(onText, PAUSE_MS)
  const [problem] = parseFilter(draft.text).problems

  return (
    <TextInput
      size="xs"
      label={label}
      placeholder={placeholder ?? 'status:error tag:canary latency:>2s'}
      value={draft.text}
      error={problem && <FilterProblemText text={draft.text} problem={problem} />}
      onChange={({ currentTarget: { value } }) => {
        setDraft({ text: value, seen: text })
        if (parseFilter(value).problems.length === 0) commit(value.trim())
        else commit.cancel()
      }}
    />
  )
}
