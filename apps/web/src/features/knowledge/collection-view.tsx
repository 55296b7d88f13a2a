import type { Collection } from '@lathe/contract'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useId } from 'react'
import { useHotkeys } from '../../lib/browser/hotkeys.ts'
import { Keys } from '../../ui/layout/keys.tsx'
import { tabPanel, ViewTabs } from '../../ui/layout/view-tabs.tsx'
import { AddDocuments } from './add/add-documents.tsx'
import { Documents } from './documents/documents.tsx'
import { IndexState } from './index-state.tsx'
import styles from './knowledge.module.css'
import { Search } from './search/search.tsx'
import { DeleteCollection } from './settings/delete-collection.tsx'
import { EditCollection } from './settings/edit-collection.tsx'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { UsedBy } from '../../ui/status/used-by.tsx'

const route = getRouteApi('/knowledge')

export function CollectionView({ collection }: { collection: Collection }) {
  const { tab = 'documents', add } = route.useSearch()
  const navigate = route.useNavigate()
  const id = useId()
  const { name, description } = collection
  const startAdding = () => void navigate({ search: { collection: name, add: true } })
  useHotkeys([{ keys: 'a', label: 'Add documents', group: 'Knowledge', run: startAdding }])

  return (
    <section className={styles.collection} aria-label={`Collection ${name}`}>
      <header className={styles.head}>
        <h2>{name}</h2>
        {description && <p className={styles.note}>{description}</p>}
        <div className={styles.actions}>
          <DeleteCollection collection={collection} />
          <Button
            size="xs"
            leftSection={<IconPlus size={14} />}
            rightSection={<Keys keys="a" />}
            onClick={startAdding}
          >
            Add documents
          </Button>
        </div>
      </header>
      <IndexState collection={collection} />
      <Uses collection={collection} />
      {add ? (
        <AddDocuments collection={collection} />
      ) : (
        <>
          <ViewTabs
            id={id}
            label="Collection"
            hasDigitKeys
            tabs={[
              { value: 'documents', label: 'Documents', note: collection.documents },
              { value: 'search', label: 'Search' },
              { value: 'settings', label: 'Settings' },
            ]}
            value={tab}
            onChange={(next) => void navigate({ search: { collection: name, tab: next } })}
          />
          <div className={styles.body} {...tabPanel(id, tab)}>
            {tab === 'documents' && <Documents collection={collection} onAdd={startAdding} />}
            {tab === 'search' && <Search collection={collection} />}
            {tab === 'settings' && <EditCollection collection={collection} />}
          </div>
        </>
      )}
    </section>
  )
}

/** Lists the agents whose answers depend on the collection. */
function Uses({ collection: { id, name } }: { collection: Collection }) {
  const { data: agents } = useQuery(api.knowledge.uses.queryOptions({ input: { id } }))
  if (!agents) return null
  return (
    <div className={styles.uses}>
      {agents.length > 0 && <span className={styles.note}>Used by</span>}
      <UsedBy agents={agents} label={name} />
    </div>
  )
}
