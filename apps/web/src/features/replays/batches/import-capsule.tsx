import { Capsule } from '@lathe/contract'
import { Button, FileButton } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, client } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { parseJson } from '../../../lib/parse-json.ts'
import { showToast } from '../../../ui/undo-toast.tsx'

/** Imports a run that was recorded on another server and opens its trace. */
export function ImportCapsule() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: async (file: File) => client.capsules.import({ capsule: await readCapsule(file) }),
    onSuccess: ({ traceId, isNew }) => {
      if (!isNew) showToast('This run is already here. Nothing was changed.')
      void queries.invalidateQueries({ queryKey: api.traces.key() })
      void queries.invalidateQueries({ queryKey: api.agents.key() })
      void navigate({ to: '/traces/$traceId', params: { traceId }, search: {} })
    },
    onError: (error) => showToast(reasonOf(error), 'error'),
  })
  return (
    <FileButton accept="application/json,.json" onChange={(file) => file && mutate(file)}>
      {(props) => (
        <Button {...props} size="xs" variant="default" loading={isPending}>
          Import a capsule…
        </Button>
      )}
    </FileButton>
  )
}

class NoCapsule extends Error {}

async function readCapsule(file: File): Promise<Capsule> {
  const parsed = parseJson(await file.text())
  if ('broken' in parsed) throw new NoCapsule(`${file.name} is not a capsule, or it is incomplete`)
  const read = Capsule.safeParse(parsed.value)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new NoCapsule(`${file.name} is not a capsule: ${issue?.path.join('.')} ${issue?.message}`)
}

const reasonOf = (error: Error): string =>
  error instanceof NoCapsule ? error.message : describeError(error).message
