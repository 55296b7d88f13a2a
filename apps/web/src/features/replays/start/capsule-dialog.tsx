import { Button, Group, Modal, Stack } from '@mantine/core'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { saveCapsule } from './save-capsule.ts'
import styles from './start.module.css'

type CapsuleDialogProps = { traceId: string; onClose: () => void }

/** Asks whether a capsule should contain the secrets of its run. */
export function CapsuleDialog({ traceId, onClose }: CapsuleDialogProps) {
  const { data } = useSuspenseQuery(api.capsules.secrets.queryOptions({ input: { id: traceId } }))
  const { mutate, error, isPending, variables } = useMutation({
    mutationFn: (secrets: 'redact' | 'include') => saveCapsule(traceId, secrets),
    onSuccess: onClose,
  })
  const count = data.secrets.length

  return (
    <Modal opened onClose={onClose} title="This run contains secrets" size="lg">
      <Stack gap="sm">
        <p>
          {count === 1 ? '1 secret was' : `${count} secrets were`} found. In a redacted capsule each
          becomes the same placeholder everywhere, so the run can still be replayed. The replay
          differs only if the run reads a part or the length of a secret.
        </p>
        <ul className={styles.secrets}>
          {data.secrets.map(({ placeholder, kind, count: times, paths: locations }) => (
            <li key={placeholder}>
              {capitalize(kind)} in {times === 1 ? '1 place' : `${times} places`}
              <ul>
                {locations.map((location) => (
                  <li key={location}>
                    <code>{location}</code>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
        {error && <ErrorPanel action="export the capsule" error={error} />}
        <Group justify="flex-end" gap="xs">
          <Button
            variant="default"
            loading={isPending && variables === 'include'}
            onClick={() => mutate('include')}
          >
            Export with secrets
          </Button>
          <Button
            data-autofocus
            loading={isPending && variables === 'redact'}
            onClick={() => mutate('redact')}
          >
            Redact and export
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
