import { ToolName } from '@lathe/contract'
import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { api, client } from '../../../lib/api/api.ts'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { useFocusFirst } from '../../../ui/fields/use-focus-first.ts'
import { useCheckedForm } from '../../../ui/schema-form/use-checked-form.ts'
import styles from '../tools.module.css'
import { newServer, serverComplaints, ServerFields, toSettings } from './server-fields.tsx'

const route = getRouteApi('/tools')

/** Adds a server and loads its tools. A server that does not respond is kept with the error. */
export function NewMcpServer() {
  const pane = useFocusFirst<HTMLElement>()
  const navigate = route.useNavigate()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [draft, setDraft] = useState(newServer)
  const problems: Record<string, string> = {
    ...serverComplaints(draft),
    ...(!ToolName.safeParse(name.trim()).success && {
      name: 'Letters, digits, _ and -, at most 64',
    }),
  }
  const create = useMutation({
    mutationFn: async () => {
      const server = await client.mcp.create({ name: name.trim(), ...toSettings(draft) })
      await client.mcp.refresh({ name: server.name })
      return server
    },
    onSuccess: async (server) => {
      await queries.invalidateQueries({ queryKey: api.mcp.key() })
      await navigate({ search: ({ q }) => ({ q, server: server.name }) })
    },
  })
  const { visibleErrors, form } = useCheckedForm(problems, () => create.mutate())

  return (
    <section ref={pane} className={styles.panel} aria-label="New MCP server">
      <h2>New MCP server</h2>
      <p className={styles.note}>
        Servers that are started on this machine are defined in the operator’s file,{' '}
        <code>mcp.json</code> in the data folder.
      </p>
      <form className={styles.form} {...form}>
        <TextInput
          label="Name"
          description="Prefixed to its tool names"
          placeholder="github"
          required
          value={name}
          error={visibleErrors['name']}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <ServerFields draft={draft} problems={visibleErrors} onChange={setDraft} />
        {create.error && <ErrorPanel action="add the server" error={create.error} />}
        <div className={styles.actions}>
          <Button type="submit" loading={create.isPending}>
            Add and load tools
          </Button>
        </div>
      </form>
    </section>
  )
}
