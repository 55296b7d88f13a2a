import { TextInput } from '@mantine/core'
import type { Thread } from '@lathe/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { showToast } from '../../ui/feedback/undo-toast.tsx'

/** Inline editor of a thread's title: Enter saves, Escape cancels. */
export function RenameThread({ thread, onDone }: { thread: Thread; onDone: () => void }) {
  const [title, setTitle] = useState(thread.title)
  const queries = useQueryClient()
  const rename = useMutation(
    api.threads.rename.mutationOptions({
      onSuccess: () => queries.invalidateQueries({ queryKey: api.threads.key() }),
      onError: (error) => showToast(`Could not rename: ${error.message}`, 'error'),
      onSettled: onDone,
    }),
  )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (title.trim() !== '') rename.mutate({ id: thread.id, title: title.trim() })
      }}
    >
      <TextInput
        ref={focusAndSelect}
        aria-label="Thread title"
        value={title}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          onDone()
        }}
      />
    </form>
  )
}

const focusAndSelect = (input: HTMLInputElement | null) => {
  input?.focus()
  input?.select()
}
