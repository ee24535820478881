import { type LoadPart, partOf } from '../site/part.ts'
import { useT } from '../site/site.tsx'
import { useLoadingBar } from '../state/loading.ts'
import { showToast } from '../state/toasts.ts'
import { ErrorBoundary } from './error-boundary.tsx'

/**
 * A dialog whose code, and texts, are loaded when it is first opened; render it while it is open. The loading bar shows until it is there. If it can't be
 * loaded, a message says so, `onClose` is called, and the page stays as it is.
 */
export function laterDialog<Props extends { onClose: () => void }>(load: LoadPart<Props>, texts: readonly string[] = []) {
  const { usePart } = partOf(load, texts)
  function Loaded(props: Props) {
    const Dialog = usePart()
    useLoadingBar(!Dialog)
    return Dialog && <Dialog {...props} />
  }
  return function LaterDialog(props: Props) {
    const t = useT()
    const close = () => {
      showToast({ text: t('error.unavailable'), tone: 'danger' })
      props.onClose()
    }
    return (
      <ErrorBoundary shown={nothing} onCaught={close}>
        <Loaded {...props} />
      </ErrorBoundary>
    )
  }
}

const nothing = () => null
