import { OnlineDot } from '../../../client/ui/avatar.tsx'
import { Badge, Tag } from '../../../client/ui/badge.tsx'
import { Banner } from '../../../client/ui/banner.tsx'
import { LinkButton } from '../../../client/ui/button.tsx'
import { ErrorSummary } from '../../../client/ui/error-summary.tsx'
import { Cluster, Stack } from '../../../client/ui/layout.tsx'
import { LoadingBar } from '../../../client/ui/loading-bar.tsx'
import { Skeleton } from '../../../client/ui/skeleton.tsx'
import { Spinner } from '../../../client/ui/spinner.tsx'
import { StepProgress } from '../../../client/ui/step-progress.tsx'
import { ToastRegion } from '../../../client/ui/toast.tsx'

const nothing = () => {}
const TONES = ['info', 'success', 'warning', 'danger', 'brand'] as const
const TAGS = ['neutral', 'brand', 'accent', 'success', 'warning', 'danger', 'picture'] as const

/** Messages that are part of a page. */
export function Messages() {
  return (
    <>
      <ErrorSummary
        title="Please check two fields."
        errors={[{ field: 'town', message: 'Town: please fill it in.' }, { message: 'Try again later.' }]}
      />
      {TONES.map((tone) => (
        <Banner
          key={tone}
          tone={tone}
          onClose={nothing}
          closeLabel={`Close ${tone}`}
          action={
            <LinkButton small variant="secondary" href="#errors-and-messages">
              Do it
            </LinkButton>
          }
        >
          A message in one line: {tone}.
        </Banner>
      ))}
    </>
  )
}

/** Messages that disappear by themselves. */
export function Toasts() {
  return (
    <div className="stage">
      <ToastRegion
        toasts={[
          { id: 'i', text: 'Saved for later.' },
          { id: 's', text: 'Your photo is there.', tone: 'success' },
          { id: 'd', text: 'That didn’t work.', tone: 'danger' }
        ]}
        onDismiss={nothing}
        closeLabel="Close"
      />
    </div>
  )
}

/** Badges: numbers and words on something else. */
export function Counts() {
  return (
    <Cluster>
      <Badge count={3} label="unread messages" />
      <Badge count={140} label="unread messages" />
      <Badge count={0} label="credits" tone="warning" showZero />
      <Badge count={2} label="problems" tone="danger" />
      {TAGS.map((tone) => (
        <Tag key={tone} tone={tone}>
          {tone}
        </Tag>
      ))}
      <OnlineDot label="Online" />
    </Cluster>
  )
}

/** Placeholders while something loads. */
export function Waiting() {
  return (
    <>
      <Cluster>
        <Spinner />
        <Spinner size="large" />
        <StepProgress step={2} steps={5} />
      </Cluster>
      <Stack>
        <Skeleton width="short" />
        <Skeleton width="long" />
        <Skeleton shape="circle" />
        <Skeleton shape="block" />
      </Stack>
      <div className="stage" data-low="">
        <LoadingBar label="Loading the page" />
      </div>
    </>
  )
}
