/** Path of the contract's `useToken`, written out: the small script of visitors must not carry the contract. */
const USE_TOKEN = '/api/token.php'

/**
 * Confirms an address for someone who is reading the page of its link, without loading the application. A page that isn't visible doesn't use the
 * link, since a browser may only be prerendering it. After a refusal by the edge, the link waits for its button.
 * @param form the link's, which also works by itself: if the API refuses, it is submitted as a plain form, so that the edge explains why
 */
export function startActivation(form: HTMLFormElement): void {
  const button = form.querySelector('button')!
  const alert = form.querySelector<HTMLElement>('[role="alert"]')!
  let tried = form.dataset.activation === 'refused'

  async function use(): Promise<void> {
    if (button.ariaBusy === 'true') return
    tried = true
    alert.textContent = ''
    button.ariaBusy = button.ariaDisabled = 'true'
    try {
      const answer = await fetch(USE_TOKEN, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-client-request': '1' },
        body: JSON.stringify({ token: new FormData(form).get('token') })
      })
      if (answer.ok) location.replace(form.dataset.done!)
      else form.submit()
    } catch {
      alert.textContent = alert.dataset.failed!
      button.ariaBusy = button.ariaDisabled = null
    }
  }

  const useWhenSeen = () => {
    if (document.visibilityState === 'visible' && !tried) void use()
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void use()
  })
  document.addEventListener('visibilitychange', useWhenSeen)
  useWhenSeen()
}
