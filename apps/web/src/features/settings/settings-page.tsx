import { PageHeader } from '../../ui/layout/page-header.tsx'
import { PaneBoundary } from '../../ui/feedback/pane-boundary.tsx'
import { AboutSection } from './about-section.tsx'
import { AppearanceSection } from './appearance-section.tsx'
import { ForwardingSection } from './forwarding/forwarding-section.tsx'
import { IngestSection } from './ingest-section.tsx'
import { LimitsSection } from './limits-section.tsx'
import { RetentionSection } from './retention-section.tsx'
import { ScoresSection } from './scores/scores-section.tsx'
import styles from './settings-page.module.css'

export function SettingsPage() {
  return (
    <>
      <PageHeader title="Settings" />
      <div className={styles.column}>
        <AppearanceSection />
        <PaneBoundary contentLabel="server information">
          <AboutSection />
          <IngestSection />
          <PaneBoundary contentLabel="forwarding settings">
            <ForwardingSection />
          </PaneBoundary>
          <PaneBoundary contentLabel="scores">
            <ScoresSection />
          </PaneBoundary>
          <PaneBoundary contentLabel="retention settings">
            <RetentionSection />
          </PaneBoundary>
          <LimitsSection />
        </PaneBoundary>
      </div>
    </>
  )
}
