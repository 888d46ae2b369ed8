/** While the session or a screen's script is on its way; shown after 150 ms. */
export const LoadingScreen = () => (
  <div className="alone" role="status">
    <p className="sk-box q3">Loading...</p>
  </div>
);
