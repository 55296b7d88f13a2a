import type { PromptVersion, RegistryPrompt } from '@lathe/contract'
import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api } from '../../../lib/api/api.ts'
import { useHotkeys } from '../../../lib/browser/hotkeys.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { SplitPane } from '../../../ui/layout/split-pane.tsx'
import { VersionEditor } from './version-editor.tsx'
import { VersionList } from './version-list.tsx'
import { VersionPane } from './version-pane.tsx'

const route = getRouteApi('/prompts/$name')

export function VersionsView({ prompt }: { prompt: RegistryPrompt }) {
  const { version, edit } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: versions } = useSuspenseQuery(
    api.prompts.versions.queryOptions({ input: { prompt: prompt.name } }),
  )
  const shown = versions.find((one) => one.version === version) ?? versions[0]
  const write = () => void navigate({ search: (search) => ({ ...search, edit: 'new' as const }) })
  useHotkeys([{ keys: 'e', label: 'New version', group: 'Prompt', run: write }])
  if (edit === 'new') return <VersionEditor key={prompt.name} prompt={prompt} from={shown} />
  if (!shown)
    return (
      <EmptyState
        title="No versions yet"
        hint="Write the first version here, or push one with the LangSmith SDK."
        action={
          <Button leftSection={<IconPencil size={14} />} onClick={write}>
            Write first version
          </Button>
        }
      />
    )
  return (
    <SplitPane
      name="prompt"
      panes={[
        {
          id: 'versions',
          size: '300px',
          min: '200px',
          content: <VersionList versions={versions} shown={shown.version} />,
        },
        { id: 'version', size: 100, content: <Shown {...{ prompt, versions, shown, write }} /> },
      ]}
    />
  )
}

type ShownProps = {
  prompt: RegistryPrompt
  versions: readonly PromptVersion[]
  shown: PromptVersion
  write: () => void
}

function Shown({ prompt, versions, shown, write }: ShownProps) {
  const { against } = route.useSearch()
  const other = versions.find((one) => one.version === against && one !== shown)
  return (
    <VersionPane prompt={prompt} versions={versions} shown={shown} other={other} onEdit={write} />
  )
}
