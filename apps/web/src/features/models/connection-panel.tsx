import type { Connection } from '@lathe/contract'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api, client } from '../../lib/api/api.ts'
import { useFrozenValue } from '../../lib/browser/use-frozen-value.ts'
import { EditConflictNote } from '../../ui/feedback/edit-conflict-note.tsx'
import { describeError } from '../../lib/api/describe-error.ts'
import { showToast, showUndoToast } from '../../ui/feedback/undo-toast.tsx'
import { type ConnectionDraft, createDraft, toRequest } from './connection-draft.ts'
import { ConnectionForm } from './connection-form.tsx'
import { ConnectionModels } from './connection-models.tsx'
import styles from './models.module.css'
import { formatDuration, plural } from '../../lib/format/format.ts'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'

const route = getRouteApi('/models')

export function ConnectionPanel({ connection }: { connection: Connection }) {
  const queryClient = useQueryClient()
  const { value, key, isOutdated, freeze, release } = useFrozenValue(createDraft(connection))
  const save = useMutation({
    mutationFn: (draft: ConnectionDraft) =>
      client.models.editConnection({ id: connection.id, ...toRequest(draft) }),
    onSuccess: async ({ name }) => {
      await queryClient.invalidateQueries({ queryKey: api.models.key() })
      release()
      showToast(`Connection ${name} saved`)
    },
  })

  return (
    <section className={styles.panel} aria-label={`Connection ${connection.name}`}>
      <header className={styles.panelHead}>
        <h2>{connection.name}</h2>
        {!connection.isBuiltIn && <DeleteButton connection={connection} />}
      </header>
      {connection.isBuiltIn && (
        <p className={styles.note}>
          The demo model runs on this machine without a key. It answers the bundled templates from
          scripts and calls their tools. Connect a real model for everything else.
        </p>
      )}
      <ConnectionTest connectionId={connection.id} />
      {isOutdated && !save.isPending && <EditConflictNote onShow={release} />}
      <ConnectionForm
        key={key}
        initial={value}
        keyHint={connection.keyHint}
        isBuiltIn={connection.isBuiltIn}
        saveLabel="Save"
        isSaving={save.isPending}
        error={save.error}
        onType={freeze}
        onSave={(draft) => save.mutate(draft)}
      />
      <ConnectionModels connectionId={connection.id} />
    </section>
  )
}

function DeleteButton({ connection }: { connection: Connection }) {
  const navigate = route.useNavigate()
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: api.models.key() })
  const remove = useMutation({
    mutationFn: () => client.models.deleteConnection({ id: connection.id }),
    onSuccess: async () => {
      await navigate({ search: {} })
      await refresh()
      showUndoToast({
        message: connection.keyHint
          ? `Connection ${connection.name} deleted. Undo brings it back without its key.`
          : `Connection ${connection.name} deleted`,
        onUndo: () => restore.mutate(),
      })
    },
    onError: (error) => showToast(describeError(error).message, 'error'),
  })
  const restore = useMutation({
    mutationFn: () => client.models.createConnection(withoutKey(connection)),
    onSuccess: refresh,
    onError: (error) => showToast(describeError(error).message, 'error'),
  })
  return (
    <Button variant="default" size="xs" loading={remove.isPending} onClick={() => remove.mutate()}>
      Delete
    </Button>
  )
}

function withoutKey(connection: Connection) {
  const { key: _key, ...body } = toRequest(createDraft(connection))
  return body
}

/** Lists the provider's models with the saved settings and shows the outcome. */
function ConnectionTest({ connectionId }: { connectionId: string }) {
  const test = useMutation(api.models.testConnection.mutationOptions())
  return (
    <div className={styles.test}>
      <Button
        variant="default"
        loading={test.isPending}
        onClick={() => test.mutate({ id: connectionId })}
      >
        Test connection
      </Button>
      <div aria-live="polite">
        {test.data?.ok === true && (
          <span>
            Works: {plural(test.data.models, 'model')} in {formatDuration(test.data.latencyMs)}
          </span>
        )}
        {test.data?.ok === false && (
          <div className={styles.refused}>
            <p>{test.data.error.message}</p>
            {test.data.error.hint && <p className={styles.note}>{test.data.error.hint}</p>}
            <code>{test.data.error.code}</code>
          </div>
        )}
        {test.error && <ErrorPanel action="test the connection" error={test.error} />}
      </div>
    </div>
  )
}
