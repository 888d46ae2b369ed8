export const FONT = "font-family:'Hanken Grotesk','Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** The beginning of every mail: the styles, with dark colours for the mail programs that support them, and the product's name. */
export const MAIL_HEAD = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>{{subject}}</title>
<style>:root{color-scheme:light dark}@media (max-width:480px){.p{padding-left:20px!important;padding-right:20px!important}.b a{display:block!important;text-align:center}}@media (prefers-color-scheme:dark){body,.bg{background:#0e1210!important}.sh{background:#141916!important;border-color:#29312c!important}.sh td{border-color:#29312c!important}.i1{color:#e8ede8!important}.i2{color:#b6c0b8!important}.i3{color:#8f9a91!important}.sh td.br{border-color:#e0a1cb!important}.i3 a{color:#e0a1cb!important}.sh .b a{color:#ffffff!important;background:#985082!important}}</style></head>
<body style="margin:0;padding:0;background:#f3f5f1" class="bg"><div role="main">
<div style="display:none;max-height:0;overflow:hidden">{{preview}}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="bg" style="background:#f3f5f1"><tr><td align="center" style="padding:24px 0">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" class="sh" style="width:100%;max-width:600px;background:#fcfdfb;border:1px solid #dfe4dc">
<tr><td class="p" style="padding:20px 32px 16px;border-bottom:1px solid #dfe4dc"><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="br i1" style="${FONT};font-size:19px;line-height:22px;font-weight:700;letter-spacing:-0.4px;border-bottom:3px double #6e2358;color:#17211c">Vouch</td></tr></table></td></tr>
`;

/** A mail with one link, as tables with inline styles, which every mail program shows. Handlebars escapes every value. */
export const MAIL_TEMPLATE = `${MAIL_HEAD}<tr><td class="p" style="padding:28px 32px 0"><h1 class="i1" style="${FONT};margin:0;font-size:24px;line-height:30px;font-weight:650;letter-spacing:-0.5px;color:#17211c">{{heading}}</h1>
<p class="i2" style="${FONT};margin:12px 0 0;font-size:15px;line-height:23px;color:#434f47">{{greeting}}</p>
{{#each body}}<p class="i2" style="${FONT};margin:10px 0 0;font-size:15px;line-height:23px;color:#434f47">{{this}}</p>
{{/each}}</td></tr>
<tr><td class="p b" style="padding:22px 32px 0"><!--[if mso]><v:rect xmlns:v="urn:schemas-microsoft-com:vml" href="{{url}}" style="height:44px;width:220px;v-text-anchor:middle" fillcolor="#6e2358" stroked="f"><center style="color:#ffffff;font-family:Arial;font-size:15px;font-weight:bold">{{button}}</center></v:rect><![endif]--><!--[if !mso]><!--><a href="{{url}}" style="${FONT};display:inline-block;background:#6e2358;color:#ffffff;font-size:15px;line-height:20px;font-weight:600;text-decoration:none;padding:12px 20px;border-radius:5px">{{button}}</a><!--<![endif]--></td></tr>
<tr><td class="p" style="padding:14px 32px 28px">{{#each small}}<p class="i3" style="${FONT};margin:6px 0 0;font-size:13px;line-height:20px;color:#5b665e">{{this}}</p>
{{/each}}<p class="i3" style="${FONT};margin:14px 0 0;font-size:13px;line-height:20px;color:#5b665e">If the button does not open, copy this address into your browser:<br><a href="{{url}}" style="color:#6e2358;word-break:break-all">{{url}}</a></p></td></tr>
<tr><td class="p i3" style="${FONT};padding:16px 32px 22px;border-top:1px solid #dfe4dc;font-size:13px;line-height:20px;color:#5b665e">{{why}}</td></tr>
</table></td></tr></table></div></body></html>
`;
