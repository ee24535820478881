import { createHash } from 'node:crypto'
import { escapeHtml } from '../../../../shared/text/escape-html.ts'
import type { SandboxPayment } from './payments.ts'

const STYLE = `
:root{color-scheme:light dark}
body{margin:0;font:16px/1.5 system-ui,sans-serif;background:#eef1f5;color:#17202b}
main{box-sizing:border-box;max-width:26rem;margin:0 auto;padding:1rem}
.card{background:#fff;border-radius:12px;padding:1.25rem;box-shadow:0 1px 3px #0002}
h1{font-size:1.125rem;margin:0 0 .25rem}
.amount{font-size:2rem;font-weight:700;margin:.5rem 0}
.note{color:#4a5866;font-size:.875rem;margin:.25rem 0 1rem}
fieldset{border:1px solid #c5ced8;border-radius:8px;margin:0 0 1rem;padding:.5rem .75rem}
label{display:block;padding:.5rem 0}
button{display:block;box-sizing:border-box;width:100%;min-height:48px;margin:0 0 .625rem;padding:.5rem 1rem;border-radius:8px;border:1px solid #6b7a8a;background:transparent;color:inherit;font:inherit}
button.pay{background:#0b57a4;border-color:#0b57a4;color:#fff;font-weight:600}
button:focus-visible,input:focus-visible{outline:3px solid #f0a000;outline-offset:2px}
@media(prefers-color-scheme:dark){body{background:#12181f;color:#e8edf2}.card{background:#1d2630}.note{color:#a9b6c3}fieldset{border-color:#465463}}`

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

const METHODS = { card: 'Card', paypal: 'PayPal', ideal: 'iDEAL', directdebit: 'Direct debit' } as const

/** Headers of the page. The policy on forms also covers where the answer to one sends the reader. */
export function pageHeaders({ return_url: back }: Pick<SandboxPayment, 'return_url'>): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self' ${new URL(back).origin}; base-uri 'none'; frame-ancestors 'none'`
  }
}

const page = (title: string, content: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style></head><body><main><div class="card">${content}</div></main></body></html>`

/** The page at which a payment is made: each button is something that can happen at a real provider. */
export function checkoutPage({ amount, currency, description, method, save_card: saves, language }: SandboxPayment): string {
  const money = new Intl.NumberFormat(language, { style: 'currency', currency }).format(amount / 100)
  const button = (outcome: string, text: string) =>
    `<button name="outcome" value="${outcome}"${outcome === 'pay' ? ' class="pay"' : ''}>${text}</button>`
  const cards =
    saves && method === 'card'
      ? `<fieldset><legend>Card to keep</legend><label><input type="radio" name="card" value="good" checked> Visa •••• 4242</label><label><input type="radio" name="card" value="declines"> Visa •••• 0341, declined when it is used again</label></fieldset>`
      : ''
  return page(
    'Sandbox payment',
    `<h1>Sandbox payment</h1><p class="amount">${escapeHtml(money)}</p><p>${escapeHtml(description)} · ${METHODS[method]}</p><p class="note">This provider is made for trying things out. No money moves.</p><form method="post">${cards}${button('pay', `Pay ${escapeHtml(money)}`)}${button('later', 'Pay, confirmed in ten seconds')}${button('later_fail', 'Pay, refused in ten seconds')}${button('fail', 'Have it declined')}${button('cancel', 'Cancel')}</form>`
  )
}

/** What a closed page says. */
export function closedPage({ return_url: back, status }: SandboxPayment): string {
  return page(
    'Sandbox payment',
    `<h1>This payment is ${status}</h1><p class="note">There is nothing left to do here.</p><p><a href="${escapeHtml(back)}">Back to the shop</a></p>`
  )
}
