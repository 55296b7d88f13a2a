import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api, client } from '../../lib/api/api.ts'
import { useFocusFirst } from '../../ui/fields/use-focus-first.ts'
import { showToast } from '../../ui/feedback/undo-toast.tsx'
import { toToolDraft, newTool, type ToolForm as Form } from './tool-draft.ts'
import { ToolForm } from './tool-form.tsx'
import styles from './tools.module.css'
import { useKeptDraft } from './use-kept-draft.ts'

const route = getRouteApi('/tools')
const TITLES = {
  http: 'New HTTP request',
  code: 'New code tool',
  sql: 'New SQL tool',
  media: 'New audio or picture tool',
}

export function NewTool({ kind }: { kind: keyof typeof TITLES }) {
  const ref = useFocusFirst<HTMLElement>()
  const navigate = route.useNavigate()
  const queries = useQueryClient()
  const {
    initial,
    key,
    isTyped: hasDraft,
    type,
    release,
  } = useKeptDraft(`new ${kind}`, newTool[kind])
  const create = useMutation({
    mutationFn: (form: Form) => client.tools.create(toToolDraft(form)),
    onSuccess: async ({ name }) => {
      await queries.invalidateQueries({ queryKey: api.tools.key() })
      showToast(`Tool ${name} added`)
      await navigate({ search: ({ q }) => ({ q, tool: name }) })
      release()
    },
  })
  return (
    <section ref={ref} className={styles.panel} aria-label={TITLES[kind]}>
      <h2>{TITLES[kind]}</h2>
      <ToolForm
        key={key}
        initial={initial}
        saveLabel="Add tool"
        isSaving={create.isPending}
        error={create.error}
        onType={type}
        onDiscard={hasDraft ? release : undefined}
        onSave={(form) => create.mutate(form)}
      />
    </section>
  )
}
