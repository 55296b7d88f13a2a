import type { PromptContent, PromptVersion, RegistryPrompt } from '@lathe/contract'
import { promptProblems, promptVariables } from '@lathe/graph'
import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useHotkeys } from '../../../lib/browser/hotkeys.ts'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { MessagesEditor } from '../../../ui/messages/messages-editor.tsx'
import { showToast } from '../../../ui/feedback/undo-toast.tsx'
import { api } from '../../../lib/api/api.ts'
import { type PromptDraft, usePromptDrafts } from '../drafts.ts'
import styles from '../prompts.module.css'
import { isDefinedError } from '@orpc/client'

const route = getRouteApi('/prompts/$name')

const INITIAL_CONTENT: PromptContent = {
  messages: [
    { role: 'system', text: '' },
    { role: 'user', text: '{{question}}' },
  ],
}

type VersionEditorProps = {
  prompt: RegistryPrompt
  /** The version that the new one starts from. */
  from: PromptVersion | undefined
}

export function VersionEditor({ prompt, from }: VersionEditorProps) {
  const { name } = prompt
  const navigate = route.useNavigate()
  const queries = useQueryClient()
  const { put, drop } = usePromptDrafts()
  const storedDraft = usePromptDrafts(({ drafts }) => drafts[name])
  const [hadDraft] = useState(storedDraft !== undefined)
  const draft = storedDraft ?? {
    base: prompt.version,
    content: from?.content ?? INITIAL_CONTENT,
    message: '',
  }
  const { content, message } = draft
  const [problem] = promptProblems(content.messages)
  const close = (version?: number) => void navigate({ search: version ? { version } : {} })
  const save = useSaveVersion({
    name,
    draft,
    onSaved: async ({ version, isNew }) => {
      drop(name)
      await queries.invalidateQueries({ queryKey: api.prompts.key() })
      if (!isNew) showToast(`v${version} already has this content`)
      close(version)
    },
  })
  const discard = () => {
    drop(name)
    close(from?.version)
  }
  const isReady = !problem && content.messages.length > 0
  const submit = () => {
    if (isReady) save.mutate(draft.base)
  }
  useHotkeys([
    { keys: 'mod+s', label: 'Save version', group: 'Prompt', run: submit, inFields: true },
  ])

  return (
    <form
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {hadDraft && storedDraft && (
        <p className={styles.muted} role="status">
          {`Unsaved changes${storedDraft.base > 0 ? `, based on v${storedDraft.base}` : ''}.`}
        </p>
      )}
      <MessagesEditor
        value={content.messages}
        onChange={(messages) => put(name, { ...draft, content: { ...content, messages } })}
      />
      <p className={problem ? styles.failed : styles.muted}>
        {problem
          ? `Message ${Number(problem.path.split('.')[1]) + 1}: ${problem.message}`
          : `Variables: ${promptVariables(content.messages).join(', ') || 'none'}`}
      </p>
      <TextInput
        label="Change description"
        placeholder="Optional"
        maxLength={500}
        value={message}
        onChange={({ currentTarget }) => put(name, { ...draft, message: currentTarget.value })}
      />
      {save.newer !== undefined ? (
        <p className={styles.failed} role="alert">
          Someone else saved v{save.newer}. Your edits are kept: review that version first, or save
          yours on top of it.{' '}
          <Button size="compact-xs" variant="default" onClick={() => save.mutate(save.newer)}>
            Save on top of v{save.newer}
          </Button>
        </p>
      ) : (
        save.error && <ErrorPanel action="save the version" error={save.error} />
      )}
      <div className={styles.line}>
        <Button type="submit" loading={save.isPending} disabled={!isReady}>
          Save as v{Math.max(prompt.version, save.newer ?? 0) + 1}
        </Button>
        <Button variant="default" onClick={discard}>
          Discard
        </Button>
      </div>
    </form>
  )
}

type SaveVersion = {
  name: string
  draft: PromptDraft
  onSaved: (savedVersion: PromptVersion & { isNew: boolean }) => Promise<void>
}

/** `newer` is the conflicting version. */
function useSaveVersion({ name, draft: { content, message }, onSaved }: SaveVersion) {
  const { mutate, error, isPending } = useMutation(
    api.prompts.commit.mutationOptions({ onSuccess: onSaved }),
  )
  const isOutdated = isDefinedError(error) && error.code === 'CONFLICT'
  return {
    mutate: (base: number | undefined) =>
      mutate({ prompt: name, content, message, ...(base !== undefined && { base }) }),
    newer: isOutdated ? error.data.version : undefined,
    error,
    isPending,
  }
}
