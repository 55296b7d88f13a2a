import type { ToolEntry } from '@lathe/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { parseAgentTool } from '@lathe/graph'
import { api, client } from '../../lib/api/api.ts'
import { EditConflictNote } from '../../ui/feedback/edit-conflict-note.tsx'
import { JsonView } from '../../ui/json/json-view.tsx'
import { showToast } from '../../ui/feedback/undo-toast.tsx'
import { UsedBy } from '../../ui/status/used-by.tsx'
import { toToolDraft, createForm, type ToolForm as Form } from './tool-draft.ts'
import { ToolForm } from './tool-form.tsx'
import { ToolHead } from './tool-head.tsx'
import styles from './tools.module.css'
import { TryForm } from './try-form.tsx'
import { useKeptDraft } from './use-kept-draft.ts'

export function ToolPanel({ tool }: { tool: ToolEntry }) {
  return (
    <section className={styles.panel} aria-label={`Tool ${tool.name}`}>
      <ToolHead tool={tool} />
      <p className={styles.lead}>{tool.description}</p>
      <UsedBy agents={tool.usedBy} label={tool.name} />
      <h3>Try it</h3>
      {tool.kind === 'agent' ? (
        <TryAgent name={tool.name} />
      ) : tool.isEnabled ? (
        <TryForm key={JSON.stringify(tool.schema)} tool={tool} />
      ) : (
        <p className={styles.note}>This tool is disabled: graphs cannot use it.</p>
      )}
      <h3>{tool.config ? 'Settings' : 'Arguments'}</h3>
      {tool.config ? (
        <EditForm id={tool.id} form={createForm(tool, tool.config)} />
      ) : (
        <JsonView label="Arguments as JSON Schema" value={tool.schema} />
      )}
    </section>
  )
}

/** Agents run in the workbench: a run creates a trace and may be interrupted. */
function TryAgent({ name }: { name: string }) {
  const agent = parseAgentTool(name)?.agent ?? ''
  return (
    <p className={styles.note}>
      To try an agent, run it:{' '}
      <Link to="/agents/$agent" params={{ agent }}>
        open {agent}
      </Link>
      . A model that calls the agent as a tool uses the version that was published when its run
      began.
    </p>
  )
}

const route = getRouteApi('/tools')

/** Editing a built-in tool creates a workspace tool that replaces it. */
function EditForm({ id, form }: { id: string | null; form: Form }) {
  const navigate = route.useNavigate()
  const queries = useQueryClient()
  const {
    initial,
    key,
    isTyped: hasDraft,
    isOutdated,
    type,
    release,
  } = useKeptDraft(id ?? form.name, form)
  const save = useMutation({
    mutationFn: (next: Form) => {
      const draft = toToolDraft(next)
      return id === null ? client.tools.create(draft) : client.tools.edit({ id, ...draft })
    },
    onSuccess: async ({ name }) => {
      await queries.invalidateQueries({ queryKey: api.tools.key() })
      release()
      await navigate({ search: ({ q }) => ({ q, tool: name }), replace: true })
      showToast(`Tool ${name} saved`)
    },
  })
  return (
    <>
      {isOutdated && !save.isPending && <EditConflictNote onShow={release} />}
      <ToolForm
        key={key}
        initial={initial}
        savedForm={form}
        saveLabel="Save"
        isSaving={save.isPending}
        error={save.error}
        onType={type}
        onDiscard={hasDraft ? release : undefined}
        onSave={(next) => save.mutate(next)}
      />
    </>
  )
}
