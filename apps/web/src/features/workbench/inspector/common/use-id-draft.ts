import { type ChangeEvent, type KeyboardEvent, useState } from 'react'

/** Props of a field that is saved on Enter or blur and reset by Escape. */
export function useIdDraft(
  value: string,
  validate: (typed: string) => string | undefined,
  onCommit: (value: string) => void,
) {
  const [draft, setDraft] = useState({ text: value, of: value })
  const text = draft.of === value ? draft.text : value
  const error = text === value ? undefined : validate(text)

  const commit = () => {
    if (error === undefined && text !== value) onCommit(text)
    else setDraft({ text: value, of: value })
  }

  return {
    value: text,
    error,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setDraft({ text: currentTarget.value, of: value }),
    onBlur: commit,
    onKeyDown: (event: KeyboardEvent) => {
      const isSubmit = event.key === 'Enter' && event.currentTarget instanceof HTMLInputElement
      if (isSubmit) commit()
      if (event.key === 'Escape') setDraft({ text: value, of: value })
    },
  }
}
