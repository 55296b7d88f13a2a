import { Menu } from '@mantine/core'
import { IconPackage } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { showToast } from '../../../ui/undo-toast.tsx'

/** The run, its tape and its graph as one file, to be played elsewhere. */
export function CapsuleItem({ traceId }: { traceId: string }) {
  const { mutate, isPending } = useMutation(
    api.capsules.get.mutationOptions({
      onSuccess: (capsule) =>
        saveFile(
          `${traceId}.capsule.json`,
          new Blob([JSON.stringify(capsule)], { type: 'application/json' }),
        ),
      onError: (error) => showToast(describeError(error).message, 'error'),
    }),
  )
  return (
    <Menu.Item
      leftSection={<IconPackage size={14} />}
      title="The run with its tape and graph as one file, to be replayed in another Lathe"
      disabled={isPending}
      onClick={() => mutate({ id: traceId })}
    >
      Download as a capsule
    </Menu.Item>
  )
}
