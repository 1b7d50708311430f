// Starts Swagger UI with the documents that the page lists. It stands in a file of its
// own because the page's Content-Security-Policy allows no other scripts.
'use strict';

window.addEventListener('load', () => {
  const root = document.getElementById('swagger-ui');
  const urls = JSON.parse(root.dataset.documents);
  const several = urls.length > 1;
  window.ui = SwaggerUIBundle({
    domNode: root,
    ...(several ? { urls } : { url: urls[0].url }),
    layout: several ? 'StandaloneLayout' : 'BaseLayout',
    presets: several ? [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset] : [SwaggerUIBundle.presets.apis],
    plugins: several ? [SwaggerUIBundle.plugins.DownloadUrl] : [],
    deepLinking: true,
    displayRequestDuration: true,
    tryItOutEnabled: true,
    persistAuthorization: false,
    validatorUrl: null, // the default asks a server on the internet
  });
});
