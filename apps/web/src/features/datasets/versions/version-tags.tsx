import { TagsInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { describeError } from '../../../lib/api/describe-error.ts'
import { showToast } from '../../../ui/feedback/undo-toast.tsx'

type VersionTagsProps = { datasetId: string; version: number; tags: string[] }

/** Setting a tag moves it from the version that has it. */
export function VersionTags({ datasetId, version, tags }: VersionTagsProps) {
  const queries = useQueryClient()
  const tag = useMutation(
    api.datasets.tag.mutationOptions({
      onSettled: () => queries.invalidateQueries({ queryKey: api.datasets.versions.key() }),
      onError: (error) => showToast(describeError(error).message, 'error'),
    }),
  )
  const change = (next: string[]) => {
    for (const added of next.filter((tag) => !tags.includes(tag)))
      tag.mutate({ dataset: datasetId, tag: added, version })
    for (const removed of tags.filter((tag) => !next.includes(tag)))
      tag.mutate({ dataset: datasetId, tag: removed, version: null })
  }
  return (
    <TagsInput
      size="xs"
      variant="unstyled"
      aria-label={`Tags of version ${version}`}
      placeholder={tags.length === 0 ? 'Tag…' : ''}
      value={tags}
      onChange={change}
      onClick={(event) => event.stopPropagation()}
    />
  )
}
