import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api } from '../../lib/api/api.ts'
import { useHotkeys } from '../../lib/browser/hotkeys.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Keys } from '../../ui/layout/keys.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { SplitPane } from '../../ui/layout/split-pane.tsx'
import { CollectionList } from './collection-list.tsx'
import { CollectionView } from './collection-view.tsx'
import styles from './knowledge.module.css'
import { NewCollection } from './settings/new-collection.tsx'

const route = getRouteApi('/knowledge')
const INDEXING_REFRESH_MS = 700

export function KnowledgePage() {
  const { collection: name, create } = route.useSearch()
  const { data: collections } = useSuspenseQuery({
    ...api.knowledge.collections.queryOptions(),
    refetchInterval: ({ state }) =>
      state.data?.some(({ progress }) => progress) ? INDEXING_REFRESH_MS : false,
  })
  const selectedCollection = collections.find((collection) => collection.name === name)
  const shownCollection = name === undefined ? collections[0] : selectedCollection

  return (
    <div className={styles.page}>
      <PageHeader title="Knowledge" actions={<AddButton />} />
      {collections.length === 0 && !create ? (
        <EmptyState
          title="No collections yet"
          hint="A collection holds documents that agents search by meaning and by keywords. Paste text, drop files or fetch addresses. The demo model indexes them without a key."
          action={<AddButton />}
        />
      ) : (
        <SplitPane
          name="knowledge"
          panes={[
            {
              id: 'list',
              size: '240px',
              min: '180px',
              content: (
                <CollectionList
                  collections={collections}
                  selected={create ? undefined : shownCollection?.id}
                />
              ),
            },
            {
              id: 'one',
              size: 80,
              min: '360px',
              content: create ? (
                <NewCollection />
              ) : shownCollection ? (
                <CollectionView key={shownCollection.id} collection={shownCollection} />
              ) : (
                <EmptyState
                  title={`Collection “${name}” no longer exists`}
                  hint="Choose another collection on the left."
                />
              ),
            },
          ]}
        />
      )}
    </div>
  )
}

function AddButton() {
  const navigate = route.useNavigate()
  const add = () => void navigate({ search: { create: true } })
  useHotkeys([{ keys: 'n', label: 'New collection', group: 'Knowledge', run: add }])
  return (
    <Button leftSection={<IconPlus size={14} />} rightSection={<Keys keys="n" />} onClick={add}>
      New collection
    </Button>
  )
}
