import type { McpServerDraft } from '@lathe/contract'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client } from '../../../lib/api.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { showToast } from '../../../ui/undo-toast.tsx'
import styles from '../tools.module.css'
import { draftOfServer, serverComplaints, ServerFields, settingsOf } from './server-fields.tsx'

type EditMcpServerProps = { id: string; stored: Omit<McpServerDraft, 'name'> }

export function EditMcpServer({ id, stored }: EditMcpServerProps) {
  const queries = useQueryClient()
  const { url, headers, secretHeaders, allowPrivate } = stored
  const [draft, setDraft] = useState(() =>
    draftOfServer({ url, headers, secretHeaders, allowPrivate }),
  )
  const complaints = serverComplaints(draft, url)
  const save = useMutation({
    mutationFn: () => client.mcp.edit({ id, ...settingsOf(draft) }),
    onSuccess: async ({ name }) => {
      await queries.invalidateQueries({ queryKey: api.mcp.key() })
      showToast(`MCP server ${name} saved`)
    },
  })
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (Object.keys(complaints).length === 0) save.mutate()
      }}
    >
      <ServerFields draft={draft} complaints={complaints} onChange={setDraft} />
      {save.error && <ErrorPanel attempted="save the server" error={save.error} />}
      <div className={styles.actions}>
        <Button type="submit" loading={save.isPending}>
          Save
        </Button>
      </div>
    </form>
  )
}
