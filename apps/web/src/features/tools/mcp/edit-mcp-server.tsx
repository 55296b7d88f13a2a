import type { McpServerDraft } from '@lathe/contract'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client } from '../../../lib/api/api.ts'
import { useFrozenValue } from '../../../lib/browser/use-frozen-value.ts'
import { EditConflictNote } from '../../../ui/feedback/edit-conflict-note.tsx'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { showToast } from '../../../ui/feedback/undo-toast.tsx'
import { useCheckedForm } from '../../../ui/schema-form/use-checked-form.ts'
import styles from '../tools.module.css'
import {
  createServerDraft,
  serverComplaints,
  type ServerDraft,
  ServerFields,
  toSettings,
} from './server-fields.tsx'

type EditMcpServerProps = { id: string; savedSettings: Omit<McpServerDraft, 'name'> }

export function EditMcpServer({ id, savedSettings }: EditMcpServerProps) {
  const queries = useQueryClient()
  const { url, headers, secretHeaders, allowPrivate } = savedSettings
  const { value, key, isOutdated, freeze, release } = useFrozenValue(
    createServerDraft({ url, headers, secretHeaders, allowPrivate }),
  )
  const save = useMutation({
    mutationFn: (draft: ServerDraft) => client.mcp.edit({ id, ...toSettings(draft) }),
    onSuccess: async ({ name }) => {
      await queries.invalidateQueries({ queryKey: api.mcp.key() })
      release()
      showToast(`MCP server ${name} saved`)
    },
  })
  return (
    <>
      {isOutdated && !save.isPending && <EditConflictNote onShow={release} />}
      <ServerForm
        key={key}
        initial={value}
        storedUrl={url}
        isSaving={save.isPending}
        error={save.error}
        onType={freeze}
        onSave={(draft) => save.mutate(draft)}
      />
    </>
  )
}

type ServerFormProps = {
  initial: ServerDraft
  storedUrl: string
  isSaving: boolean
  error: unknown
  onType: () => void
  onSave: (draft: ServerDraft) => void
}

function ServerForm({ initial, storedUrl, isSaving, error, onType, onSave }: ServerFormProps) {
  const [draft, setDraft] = useState(initial)
  const problems = serverComplaints(draft, storedUrl)
  const { form } = useCheckedForm(problems, () => onSave(draft))
  return (
    <form className={styles.form} {...form}>
      <ServerFields
        draft={draft}
        problems={problems}
        onChange={(next) => {
          onType()
          setDraft(next)
        }}
      />
      {error ? <ErrorPanel action="save the server" error={error} /> : null}
      <div className={styles.actions}>
        <Button type="submit" loading={isSaving}>
          Save
        </Button>
      </div>
    </form>
  )
}
