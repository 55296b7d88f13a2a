import { useId, useState } from 'react'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { SplitPane } from '../../ui/layout/split-pane.tsx'
import { tabPanel, ViewTabs } from '../../ui/layout/view-tabs.tsx'
import { ControlSamples } from './control-samples.tsx'
import { RowSamples } from './row-samples.tsx'
import { StateSamples } from './state-samples.tsx'
import { TextSamples } from './text-samples.tsx'

const TABS = [
  { value: 'controls', label: 'Controls' },
  { value: 'states', label: 'States' },
  { value: 'text', label: 'Text', note: 4 },
] as const

export function GalleryPage() {
  const id = useId()
  const [tab, setTab] = useState<(typeof TABS)[number]['value']>('controls')

  return (
    <>
      <PageHeader title="Gallery" facts="every part, while developing" />
      <SplitPane
        name="gallery"
        panes={[
          { id: 'rows', size: '440px', min: '240px', content: <RowSamples /> },
          {
            id: 'rest',
            size: 1,
            min: '320px',
            content: (
              <>
                <ViewTabs
                  id={id}
                  label="Components"
                  tabs={TABS}
                  value={tab}
                  onChange={setTab}
                  hasDigitKeys
                />
                <div {...tabPanel(id, tab)}>
                  {tab === 'controls' && <ControlSamples />}
                  {tab === 'states' && <StateSamples />}
                  {tab === 'text' && <TextSamples />}
                </div>
              </>
            ),
          },
        ]}
      />
    </>
  )
}
